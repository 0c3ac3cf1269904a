// The master key of gateways and of references that open what those sealed.

/** As MASTER_KEY has it. */
export const masterKey = '07'.repeat(32);
