// Network fees for crypto withdrawals, and the address formats of networks.
import { isTokenCode } from '../../../kit/core/currencies.ts';

export interface NetworkRule {
  /** In the smallest unit of `asset`. */
  readonly fee: bigint;
  readonly asset: string;
  /** The same in the smallest unit of the withdrawn currency. */
  readonly feeInWithdrawn: bigint;
  /** Codes of the assets with withdrawals on this network. */
  readonly currencies: readonly string[];
  readonly address: RegExp;
}

const evm = /^0x[0-9a-fA-F]{40}$/;
const spark =
  /^(?:(?:spark|sparkrt|sparkt|sparks|sparkl|sp|sprt|spt|sps|spl)1[0-9a-z]{6,}|(?:SPARK|SPARKRT|SPARKT|SPARKS|SPARKL|SP|SPRT|SPT|SPS|SPL)1[0-9A-Z]{6,})$/;

/** Fixed fees of the sandbox. The last characters of base58 addresses may be any, for sandbox suffixes. */
const rules: Readonly<Record<string, NetworkRule>> = {
  SOLANA: {
    fee: 5_000n,
    asset: 'SOL',
    feeInWithdrawn: 750n,
    currencies: ['USDC', 'USDT'],
    address: /^[1-9A-HJ-NP-Za-km-z]{29,41}[0-9A-Za-z]{3}$/,
  },
  ETHEREUM: {
    fee: 650_000_000_000_000n,
    asset: 'ETH',
    feeInWithdrawn: 1_950_000n,
    currencies: ['USDC', 'USDT'],
    address: evm,
  },
  BASE: { fee: 2_000_000_000_000n, asset: 'ETH', feeInWithdrawn: 6_000n, currencies: ['USDC'], address: evm },
  POLYGON: { fee: 1_000_000_000_000_000n, asset: 'POL', feeInWithdrawn: 500n, currencies: ['USDC'], address: evm },
  PLASMA: { fee: 1_000_000_000_000_000n, asset: 'XPL', feeInWithdrawn: 500n, currencies: ['USDT'], address: evm },
  TRON: {
    fee: 13_000_000n,
    asset: 'TRX',
    feeInWithdrawn: 3_250_000n,
    currencies: ['USDT'],
    address: /^T[1-9A-HJ-NP-Za-km-z]{30}[0-9A-Za-z]{3}$/,
  },
  SPARK: { fee: 0n, asset: 'BTC', feeInWithdrawn: 0n, currencies: ['BTC', 'USDB'], address: spark },
  LIGHTNING: {
    fee: 10n,
    asset: 'BTC',
    feeInWithdrawn: 10n,
    currencies: ['BTC'],
    address: /^(?:ln(?:bc|tb|bcrt)[0-9a-z]+|lno1[0-9a-z+]+|[a-z0-9._+-]{1,64}@[a-z0-9.-]+)$/i,
  },
  BITCOIN: {
    fee: 0n,
    asset: 'BTC',
    feeInWithdrawn: 0n,
    currencies: [], // a known network, without withdrawals
    address: /^(?:(?:bc|tb|bcrt)1[0-9a-z]+|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i,
  },
};

/** Names of the networks. */
export const networks = Object.keys(rules);

export function networkRuleOf(network: string): NetworkRule | undefined {
  return Object.hasOwn(rules, network) ? rules[network] : undefined;
}

/** Whether an asset can be withdrawn on a network. Stablecoins of platforms are tokens on Spark. */
export function isWithdrawnOn(network: string, currency: string): boolean {
  if (networkRuleOf(network)?.currencies.includes(currency)) return true;
  return network === 'SPARK' && isTokenCode(currency);
}
