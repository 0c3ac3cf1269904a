// The types of the events about a payment, by the ends of their names.

export const outgoing = (told: string[]) => told.map((type) => `OUTGOING_PAYMENT.${type}`);
export const incoming = (told: string[]) => told.map((type) => `INCOMING_PAYMENT.${type}`);
