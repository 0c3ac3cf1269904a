// `--dry-run`: writes that answer what would happen, and change nothing.
import type { Option } from './command.ts';
import type { Platform } from './platform.ts';

export const dryRunOption: Option = { description: 'show what would happen, and change nothing' };

/** The same platform, on which `post` changes nothing. */
export function inDryRun(platform: Platform): Platform {
  const headers = { 'dry-run': 'true' };
  return { ...platform, post: (path, body = {}) => platform.send({ method: 'POST', path, body, headers }) };
}
