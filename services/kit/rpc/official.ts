// Methods of official gRPC packages. The packages read proto files when they are loaded, so each is loaded at its first call.
import type { Server, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

/** A method of a package. */
export interface OfficialMethod {
  readonly handle: (call: OfficialCall, answer: (...result: unknown[]) => void) => void;
  readonly deserialize: (bytes: Buffer) => unknown;
  readonly serialize: (message: unknown) => Buffer;
}

/** The parts of a call that the handlers here use, whatever its kind. */
export interface OfficialCall {
  readonly metadata: object;
  once(event: 'cancelled', done: () => void): unknown;
  emit(event: 'error', error: object): unknown;
  end?(): void;
}

export interface OfficialPackage {
  readonly kinds: Readonly<Record<string, 'unary' | 'serverStream' | 'bidi'>>;
  load(): Promise<ReadonlyMap<string, OfficialMethod>>;
}

export interface OfficialServed {
  /** Must resolve before a call of the package continues. */
  load(): Promise<unknown>;
  /** Closes open streams. */
  end(): void;
}

export function serveOfficial(server: Server, { kinds, load }: OfficialPackage): OfficialServed {
  const open = new Set<OfficialCall>();
  let loading: Promise<unknown> | undefined;
  let loaded: ReadonlyMap<string, OfficialMethod> = new Map();
  for (const [path, kind] of Object.entries(kinds)) {
    const method = () => {
      const found = loaded.get(path);
      if (!found) throw new Error(`The package does not implement ${path}.`);
      return found;
    };
    const handle: OfficialMethod['handle'] = (call, answer) => {
      open.add(call);
      call.once('cancelled', () => open.delete(call));
      method().handle(call, answer);
    };
    const serialize: OfficialMethod['serialize'] = (message) => method().serialize(message);
    server.register(path, handle as never, serialize, (bytes) => method().deserialize(bytes), kind);
  }
  return {
    load: () => (loading ??= load().then((methods) => (loaded = methods))),
    end: () => {
      for (const call of open) call.end?.();
    },
  };
}

/** The methods that a package would add to a server, by path. */
export function methodsOf(from: { addToServer(server: Pick<Server, 'addService'>): void }): Map<string, OfficialMethod> {
  const methods = new Map<string, OfficialMethod>();
  const addService = (definition: ServiceDefinition, handlers: UntypedServiceImplementation) => {
    for (const [name, method] of Object.entries(definition)) {
      const handle = (handlers[name] ?? handlers[method.originalName ?? '']) as unknown as OfficialMethod['handle'];
      methods.set(method.path, { handle, deserialize: method.requestDeserialize, serialize: method.responseSerialize });
    }
  };
  from.addToServer({ addService });
  return methods;
}
