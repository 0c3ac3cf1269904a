// The master key of gateways, and of references that open sealed values.

/** In the format of MASTER_KEY. */
export const masterKey = '07'.repeat(32);
