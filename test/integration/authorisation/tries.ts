import type { OperationName } from '../../../contract/operations.ts';
import type { Headers } from '../../support/service/callers/service-caller.ts';
import type { AuthorisationWorld } from './world.ts';

/** One request that would succeed for a caller with the right; its method and its address are the operation's own. */
export interface Try {
  /** Values of the placeholders of the path. */
  readonly params?: Readonly<Record<string, string>>;
  /** Query string without the question mark. */
  readonly query?: string;
  /** A JSON body. */
  readonly body?: unknown;
  /** A body of another kind, with the headers that it needs. */
  readonly raw?: { readonly bytes: Buffer; readonly type: string };
  readonly headers?: Headers;
}

/**
 * Arranges fresh things in the world, as the owner, and says which request is to be tried with them. Called once for each kind of
 * caller, so that one caller's work never affects the next.
 */
export type Arrange = (world: AuthorisationWorld) => Promise<Try>;

/** The tries of some operations. */
export type Tries = Partial<Readonly<Record<OperationName, Arrange>>>;
