// A production platform, created by the operator's command.
import { runProcess } from '../kit/launch.ts';

export async function newProductionPlatform(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const { output } = await runProcess({ main: 'tools/create-platform.ts', args, env });
  const [, platformId = '', clientId = '', secret = ''] =
    /platform\s+(\S+) .*\nclient id\s+(\S+)\nclient secret\s+(\S+)/.exec(output) ?? [];
  return { platformId, authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}
