// Limits a JSON text by its bytes, before it is parsed: 1 MiB can contain more objects than a process has time for.
import { elementsMax } from '../services/kit/messages/json/problems.ts';
import { depthMax, excess, fieldsMax } from '../services/kit/messages/message-bounds.ts';

/**
 * Counts the values of a JSON text by the characters before them. Throws INVALID_INPUT if it exceeds the limits of messages. The parser
 * checks whether it is valid JSON.
 */
export function countJsonFields(text: Uint8Array): number {
  const lists: boolean[] = []; // for each enclosing level
  let fields = 0;
  let elements = 0;
  const count = () => {
    if (++fields > fieldsMax) throw excess('has too many fields');
    if (lists.at(-1) && ++elements > elementsMax) throw excess('has too many elements');
  };
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === json.quote) at = endOfString(text, at);
    else if (byte === json.comma) count();
    else if (byte === json.closedBracket || byte === json.closedBrace) lists.pop();
    else if (byte === json.bracket || byte === json.brace) {
      if (lists.push(byte === json.bracket) > depthMax) throw excess('is nested too deeply');
      count();
    }
  }
  return fields;
}

const json = {
  quote: 0x22,
  comma: 0x2c,
  bracket: 0x5b,
  backslash: 0x5c,
  closedBracket: 0x5d,
  brace: 0x7b,
  closedBrace: 0x7d,
} as const;

function endOfString(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== json.quote) at += text[at] === json.backslash ? 2 : 1;
  return at;
}
