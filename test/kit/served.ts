// The OpenAPI document of the whole platform, and the check of answers against it: built once per worker, when first needed.
import { openApiDocument } from '../../gateway/openapi/document.ts';
import { services } from '../../services/all.ts';
import { type BodyCheck, bodyCheck } from './body-check.ts';

let document: Record<string, unknown> | undefined;
let check: BodyCheck | undefined;

export function servedDocument(): Record<string, unknown> {
  return (document ??= openApiDocument(services.flatMap(({ serves }) => serves.map(({ desc }) => desc))));
}

/** The problems of an answer according to that document. */
export function servedCheck(): BodyCheck {
  return (check ??= bodyCheck(servedDocument()));
}
