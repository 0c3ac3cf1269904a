// Networks for deposits of crypto assets.
import { isTokenCode } from '../../../kit/core/currencies.ts';

/** The deposit networks of each asset. Only bitcoin may leave the choice to the payer. */
const depositNetworks: Readonly<Record<string, readonly string[]>> = {
  BTC: ['LIGHTNING', 'SPARK', 'BITCOIN'],
  USDB: ['SPARK'],
  USDC: ['SOLANA', 'BASE', 'POLYGON', 'ETHEREUM'],
  USDT: ['TRON', 'ETHEREUM', 'PLASMA', 'SOLANA'],
};

/** Stablecoins of platforms are tokens on Spark. Undefined for fiat currencies. */
const networksFor = (currency: string) => depositNetworks[currency] ?? (isTokenCode(currency) ? ['SPARK'] : undefined);

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

/** The network of a wallet type, as named in the proto. Undefined for banks. */
export function networkOfWallet(type: string | undefined): string | undefined {
  return type === undefined ? undefined : byWallet[type];
}

export function isCryptoAsset(currency: string): boolean {
  return networksFor(currency) !== undefined;
}

/** Whether the currency can be collected on this network. Stablecoins require a network; fiat currencies have none. */
export function isTakenIn(currency: string, network: string | undefined): boolean {
  const networks = networksFor(currency);
  if (network === undefined) return !networks || currency === 'BTC';
  return networks?.includes(network) ?? false;
}

/** The networks offered to payers. Without a choice, the fast ones. */
export function offeredNetworks(currency: string, network: string | undefined): readonly string[] {
  if (network !== undefined) return [network];
  return currency === 'BTC' ? ['LIGHTNING', 'SPARK'] : [];
}

/** Whether money on this network arrives within seconds, so that prices are locked for no longer. */
export function isLightningOrSpark(network: string | undefined): boolean {
  return network === 'LIGHTNING' || network === 'SPARK';
}
