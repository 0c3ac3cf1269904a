// Whether a caller may call a method: permission and environment. Checked only by the first door.
import type { DescMethod } from '@bufbuild/protobuf';
import { http as httpRule } from '../../../gen/google/api/annotations_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  Authentication,
  method as methodRule,
  type Permission,
  PermissionSchema,
} from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Caller } from '../core/caller.ts';
import { isProvider } from '../core/providers.ts';
import { fail } from '../messages/fail.ts';
import { enumNames } from '../messages/json/enums.ts';
import { optionOf } from '../messages/options.ts';

/** Throws FORBIDDEN or UNAUTHORIZED if the caller may not call the method, and NOT_IMPLEMENTED if its provider is not connected. */
export type Admission = (caller: Caller) => void;

/**
 * Compiles the admission rule of a method. One of its permissions is sufficient. A method without a REST mapping and permissions is
 * internal: only other services may call it. Services require no permission. Sandbox methods refuse production callers. A provider may call
 * only the methods marked for it. Agents call only the methods for agents, and platforms only the others. Operators call only the methods
 * marked for them; the auth service has checked their scope. A method that requires a provider refuses production callers without it.
 */
export function admissionOf(method: DescMethod, connected: Connected = nothing): Admission {
  const rule = optionOf(method, methodRule);
  const permissions = rule?.permissions ?? [];
  const isInternal = !isPublic(method);
  const isSandbox = rule?.sandbox ?? false;
  const needed = namesOf(permissions);
  const isForAgents = agentOperationOf(method) !== undefined;
  const isMissing = rule?.requiresProvider ? !connected.has(rule.requiresProvider) : false;

  return (caller) => {
    if (isSandbox && caller.environment === 'production') {
      throw fail(ErrorCode.FORBIDDEN, 'This operation is available in the sandbox only.');
    }
    if (isProvider(caller.service) && !rule?.provider.includes(caller.service)) {
      throw fail(ErrorCode.FORBIDDEN, `The provider ${caller.service} cannot call this operation.`);
    }
    if (caller.service !== undefined) return;
    if (caller.operatorId !== undefined) {
      if (!rule?.operator) throw fail(ErrorCode.FORBIDDEN, 'Operators cannot call this operation.');
      return;
    }
    if (isForAgents !== (caller.agentId !== undefined))
      throw fail(ErrorCode.UNAUTHORIZED, 'These credentials are not valid for this operation.');
    if (isInternal)
      throw fail(ErrorCode.FORBIDDEN, 'This operation is internal. Only services of this installation can call it.');
    if (permissions.length && !permissions.some((permission) => caller.permissions.includes(permission))) {
      throw fail(ErrorCode.FORBIDDEN, `This operation requires the permission ${needed}.`);
    }
    if (isMissing && caller.environment === 'production') {
      throw fail(
        ErrorCode.NOT_IMPLEMENTED,
        `This operation requires the provider ${rule?.requiresProvider}, which is not configured.`,
      );
    }
  };
}

/** The providers that are connected, by name. */
export interface Connected {
  has(provider: string): boolean;
}

const nothing: Connected = new Set();

/** For calls that an earlier door has admitted. */
export const everything: Connected = { has: () => true };

/** The name of an operation that only agents call. Undefined for others. */
export function agentOperationOf(method: DescMethod): string | undefined {
  return optionOf(method, methodRule)?.authentication === Authentication.AGENT ? method.localName : undefined;
}

/** Whether platforms with the permission, or agents, may call the method. */
export function isPublic(method: DescMethod): boolean {
  return optionOf(method, httpRule) !== undefined || (optionOf(method, methodRule)?.permissions.length ?? 0) > 0;
}

function namesOf(permissions: readonly Permission[]): string {
  const { byNumber } = enumNames(PermissionSchema);
  return permissions.map((permission) => byNumber.get(permission) ?? '').join(' or ');
}
