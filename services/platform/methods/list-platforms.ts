// ListPlatforms: a page of all platforms, for operators.
import type { PlatformAdministrationService } from '../../../gen/payments/platform/v1/platform_administration_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { PlatformMethod } from '../context.ts';
import { toListedPlatform } from '../convert.ts';

type ListPlatforms = PlatformMethod<typeof PlatformAdministrationService.method.listPlatforms>;

export const listPlatforms: ListPlatforms = async ({ limit = pageSize, cursor }, { store }) => {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { data, nextCursor } = pageOf(await store.platforms.list({ limit, after }), limit);
  return { platforms: data.map(toListedPlatform), ...(nextCursor !== undefined && { nextCursor }) };
};
