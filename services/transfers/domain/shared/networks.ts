// Networks that crypto assets arrive by.

/** For each asset the networks on which it is taken in. Bitcoin alone may leave the choice to the payer. */
const depositNetworks: Readonly<Record<string, readonly string[]>> = {
  BTC: ['LIGHTNING', 'SPARK', 'BITCOIN'],
  USDB: ['SPARK'],
  USDC: ['SOLANA', 'BASE', 'POLYGON', 'ETHEREUM'],
  USDT: ['TRON', 'ETHEREUM', 'PLASMA', 'SOLANA'],
};

const byWallet: Readonly<Record<string, string>> = {
  baseWallet: 'BASE',
  ethereumWallet: 'ETHEREUM',
  polygonWallet: 'POLYGON',
  plasmaWallet: 'PLASMA',
  solanaWallet: 'SOLANA',
  sparkWallet: 'SPARK',
  tronWallet: 'TRON',
  lightning: 'LIGHTNING',
};

/** The network of a type of wallet, as the proto names the type; undefined for banks. */
export function networkOfWallet(type: string | undefined): string | undefined {
  return type === undefined ? undefined : byWallet[type];
}

export function isCryptoAsset(currency: string): boolean {
  return currency in depositNetworks;
}

/** Whether the currency can be taken in like this. Stablecoins need a network; money of states has none. */
export function isTakenIn(currency: string, network: string | undefined): boolean {
  const networks = depositNetworks[currency];
  if (network === undefined) return !networks || currency === 'BTC';
  return networks?.includes(network) ?? false;
}

/** The networks that payers are offered. Without a choice, those that are quick. */
export function offeredNetworks(currency: string, network: string | undefined): readonly string[] {
  if (network !== undefined) return [network];
  return currency === 'BTC' ? ['LIGHTNING', 'SPARK'] : [];
}

/** Whether money on this network is there within seconds, and prices are kept no longer than that takes. */
export function isLightningOrSpark(network: string | undefined): boolean {
  return network === 'LIGHTNING' || network === 'SPARK';
}
