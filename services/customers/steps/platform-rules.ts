// The rules of the caller's platform for its customers, from the platform service.
import { CustomerInfoFieldNameSchema } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import type { CustomersContext } from '../context.ts';
import type { PlatformRules } from '../domain/customer.ts';

export async function platformRules({ clients, defaultUmaDomain, terms }: CustomersContext): Promise<PlatformRules> {
  const { config } = await clients.platform.getPlatform({});
  return {
    isRegulated: config?.isRegulatedFinancialInstitution ?? false,
    umaDomain: config?.umaDomain ?? defaultUmaDomain,
    currencies: (config?.supportedCurrencies ?? []).map(({ currencyCode, providerRequiredCustomerFields }) => ({
      code: currencyCode,
      requiredFields: providerRequiredCustomerFields.map((name) => fieldNames.byNumber.get(name) ?? ''),
    })),
    termsVersions: terms.map(({ version }) => version),
  };
}

const fieldNames = enumNames(CustomerInfoFieldNameSchema);
