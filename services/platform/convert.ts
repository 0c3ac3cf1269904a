// Converts platforms between rows and messages.
import { create, fromJson, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { BrandSchema } from '../../gen/payments/common/v1/brand_pb.ts';
import type { SandboxClockSchema } from '../../gen/payments/platform/v1/clock_pb.ts';
import type { ListedPlatformSchema } from '../../gen/payments/platform/v1/platform_administration_pb.ts';
import {
  type PlatformConfig,
  PlatformConfigSchema,
  type Platform as PlatformMessage,
  PlatformSchema,
} from '../../gen/payments/platform/v1/platform_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { FoundPlatform, Platform, Settings } from './domain/platform.ts';

/** Settings as stored: proto3 JSON, in which amounts stay exact. */
export type SettingsJson = JsonObject;

export function toSettingsJson(settings: Settings): SettingsJson {
  return toJson(PlatformConfigSchema, create(PlatformConfigSchema, settings)) as SettingsJson;
}

export function toSettings(json: SettingsJson): Settings {
  return fromJson(PlatformConfigSchema, json, { ignoreUnknownFields: true });
}

/** The configuration, for its platform. */
export function toConfig(platform: Platform): PlatformConfig {
  const { supportedCurrencies, feeConfigs, embeddedWalletConfig, cardTokenization2faConfig } = platform.settings;
  const config: MessageInitShape<typeof PlatformConfigSchema> = {
    id: publicId('PlatformConfig', platform.id),
    supportedCurrencies,
    isRegulatedFinancialInstitution: platform.isRegulated,
    feeConfigs,
    createdAt: timestampFromDate(platform.createdAt),
    updatedAt: timestampFromDate(platform.updatedAt),
    ...(platform.umaDomain !== undefined && { umaDomain: platform.umaDomain }),
    ...(platform.proxyUmaSubdomain !== undefined && { proxyUmaSubdomain: platform.proxyUmaSubdomain }),
    ...(platform.webhookEndpoint !== undefined && { webhookEndpoint: platform.webhookEndpoint }),
    ...(embeddedWalletConfig && { embeddedWalletConfig }),
    ...(cardTokenization2faConfig && { cardTokenization2faConfig }),
  };
  return create(PlatformConfigSchema, config);
}

/** The platform, for other services. */
export function toPlatform(platform: FoundPlatform): PlatformMessage {
  const { id, environment, clockOffsetMs, hasFaults } = platform;
  const config = toConfig(platform);
  return create(PlatformSchema, { id, environment, clockOffsetMs, hasFaults, config, brand: toBrand(platform) });
}

/** The platform, for operators. */
export function toListedPlatform({ id, environment, ...platform }: Platform): MessageInitShape<typeof ListedPlatformSchema> {
  const { isRegulated: isRegulatedFinancialInstitution, createdAt } = platform;
  return { id, environment, isRegulatedFinancialInstitution, createdAt: timestampFromDate(createdAt) };
}

/** The name and logo of the platform for its customers. */
export function toBrand({ settings }: Platform): MessageInitShape<typeof BrandSchema> {
  const { appName, logoUrl } = settings.embeddedWalletConfig ?? {};
  return { ...(appName !== undefined && { name: appName }), ...(logoUrl !== undefined && { logoUrl }) };
}

/** A platform's time, this far ahead of the wall. */
export function toClock(offsetMs: number, wallNow: Date): MessageInitShape<typeof SandboxClockSchema> {
  return { now: timestampFromDate(new Date(wallNow.getTime() + offsetMs)), offsetSeconds: offsetMs / 1000 };
}
