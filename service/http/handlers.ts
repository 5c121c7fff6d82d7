import type { AnswerOf, RequestOf } from '../../contract/operation.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';
import type { Caller, Service } from '../domain/service.ts';
import type { Addresses } from './addresses.ts';
import type { RunningKeys } from './idempotency/running-keys.ts';

/** What a handler works with, beside the request. */
export interface HandlerContext {
  readonly service: Service;
  readonly caller: Caller;
  /** The absolute addresses that answers lead to. */
  readonly addresses: Addresses;
  /** Requests with a key that this process is carrying out. */
  readonly keys: RunningKeys;
}

/** Answers one operation: a validated request in, one of the declared answers out, or a `Refusal` thrown. */
export type Handler<Name extends OperationName> = (
  request: RequestOf<Operations[Name]>,
  context: HandlerContext,
) => Promise<AnswerOf<Operations[Name]>>;

/** A handler for every operation of the contract; a missing one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };
