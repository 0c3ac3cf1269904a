// The types of the events about a payment, by the ends of their names.

export const outgoing = (eventTypes: string[]) => eventTypes.map((type) => `OUTGOING_PAYMENT.${type}`);
export const incoming = (eventTypes: string[]) => eventTypes.map((type) => `INCOMING_PAYMENT.${type}`);
