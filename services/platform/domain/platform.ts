// A platform, and changes of its configuration.
import type { PlatformConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { hasFees, mergeFees } from './fees.ts';
import { mergeSet } from './merge-set.ts';

/** The part of the configuration that is stored and shown as the platform has sent it: the contract's own messages. */
export type Settings = Pick<
  PlatformConfig,
  'supportedCurrencies' | 'embeddedWalletConfig' | 'cardTokenization2faConfig' | 'feeConfigs'
>;

type Currencies = Settings['supportedCurrencies'];

export interface Platform {
  readonly id: string;
  readonly environment: Environment;
  readonly isRegulated: boolean;
  /** Whether its customers may invite people without a UMA address. */
  readonly offersInvitations: boolean;
  readonly umaDomain: string | undefined;
  /** First label of the UMA domain, unique among platforms. */
  readonly proxyUmaSubdomain: string | undefined;
  readonly webhookEndpoint: string | undefined;
  readonly settings: Settings;
  /** Codes of its stablecoins that are currencies. */
  readonly tokens: readonly string[];
  /** How far its clock runs ahead of the wall. */
  readonly clockOffsetMs: bigint;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** uuid of the platform of which it is a fork. */
  readonly forkedFrom: string | undefined;
}

/** As read for a call. */
export interface FoundPlatform extends Platform {
  /** Whether it has set faults, for which doors and services then look. */
  readonly hasFaults: boolean;
}

/** What a platform changes. A present list of currencies replaces the stored one, everything else is merged. */
export interface ConfigChange extends Omit<Settings, 'supportedCurrencies'> {
  readonly umaDomain?: string | undefined;
  /** Empty: removes it. */
  readonly webhookEndpoint?: string | undefined;
  readonly supportedCurrencies?: Currencies | undefined;
}

export interface Change {
  readonly platform: Platform;
  readonly addedCurrencies: readonly string[];
  /** There is a new webhook endpoint. */
  readonly isEndpointNew: boolean;
  /** A new subdomain is required. */
  readonly isDomainNew: boolean;
}

/** The platform after a change, and the consequences. */
export function applyChange(before: Platform, change: ConfigChange, now: Date): Change {
  const { umaDomain = before.umaDomain } = change;
  const webhookEndpoint = change.webhookEndpoint === '' ? undefined : (change.webhookEndpoint ?? before.webhookEndpoint);
  const settings = settingsAfter(before.settings, change);
  const platform = { ...before, umaDomain, webhookEndpoint, settings, version: before.version + 1, updatedAt: now };
  return {
    platform,
    addedCurrencies: codesOf(settings).filter((code) => !codesOf(before.settings).includes(code)),
    isEndpointNew: webhookEndpoint !== undefined && webhookEndpoint !== before.webhookEndpoint,
    isDomainNew: umaDomain !== before.umaDomain,
  };
}

/** The platform after a stablecoin became one of its currencies or no longer is one. The same object if it is so already. */
export function withToken(before: Platform, { currency, isEnabled }: TokenChange, now: Date): Platform {
  const { currencyCode: code } = currency;
  if (before.tokens.includes(code) === isEnabled) return before;
  const others = before.settings.supportedCurrencies.filter(({ currencyCode }) => currencyCode !== code);
  const settings = { ...before.settings, supportedCurrencies: isEnabled ? [...others, currency] : others };
  const tokens = isEnabled ? [...before.tokens, code] : before.tokens.filter((token) => token !== code);
  return { ...before, tokens, settings, version: before.version + 1, updatedAt: now };
}

export interface TokenChange {
  readonly currency: Currencies[number];
  readonly isEnabled: boolean;
}

/** The codes of the platform's currencies. */
export function codesOf({ supportedCurrencies }: Pick<Settings, 'supportedCurrencies'>): string[] {
  return supportedCurrencies.map(({ currencyCode }) => currencyCode);
}

function settingsAfter(before: Settings, change: ConfigChange): Settings {
  const embeddedWalletConfig = mergeSet(before.embeddedWalletConfig, change.embeddedWalletConfig);
  const cardTokenization2faConfig = mergeSet(before.cardTokenization2faConfig, change.cardTokenization2faConfig);
  return {
    supportedCurrencies: change.supportedCurrencies
      ? withOperatorFields(change.supportedCurrencies, before.supportedCurrencies)
      : before.supportedCurrencies,
    feeConfigs: mergeFees(before.feeConfigs, change.feeConfigs).filter(hasFees),
    ...(embeddedWalletConfig && { embeddedWalletConfig }),
    ...(cardTokenization2faConfig && { cardTokenization2faConfig }),
  };
}

/** Fields that the operator requires for a currency survive changes by the platform. */
function withOperatorFields(after: Currencies, before: Currencies): Currencies {
  return after.map((currency) => {
    const known = before.find(({ currencyCode }) => currencyCode === currency.currencyCode);
    return {
      ...currency,
      providerRequiredCustomerFields: known?.providerRequiredCustomerFields ?? [],
      providerRequiredCounterpartyCustomerFields: known?.providerRequiredCounterpartyCustomerFields ?? [],
    };
  });
}
