// The client. Operations are in `payments-client/operations`, types of messages in `payments-client/types`.
export { type Arguments, type CallOptions, type Client, type ClientOptions, type Credentials, createClient } from './client.ts';
export { ApiError, ConnectionError } from './errors.ts';
export type { Operation, Page, Parts, Verb } from './operation.ts';
export type { Answer, ApiRequest, OpenTransport, Transport, TransportOptions } from './transport.ts';
