// Bank coordinates with valid check digits.

/** ISO 13616. `rest`: the part after the country and the two check digits, in digits and capital letters. */
export function ibanOf(country: string, rest: string): string {
  const digits = `${rest}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`;
}

/** A CLABE from its first 17 digits: weights 3, 7, 1, each product modulo 10. */
export function clabeOf(digits: string): string {
  const sum = Array.from(digits, (digit, at) => (Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10).reduce(
    (one, other) => one + other,
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export interface PixCharge {
  /** uuid: a random key. */
  readonly key: string;
  /** At most 25 letters and digits. */
  readonly reference: string;
}

/** A PIX copy-and-paste payload without an amount: EMV fields (id, length, value) and a checksum. */
export function pixPayload({ key, reference }: PixCharge): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key);
  const open = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', 'PAYMENTS'),
    field('60', 'SAO PAULO'),
    field('62', field('05', reference)),
    '6304',
  ].join('');
  return open + crc16(open);
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE as four upper-case hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
