import type { OpenedAccount } from '../../compose/account/accounts.ts';
import type { ComposedEngine } from '../../compose/engine.ts';
import type { CommonFlags } from '../words/common-flags.ts';

/** A signed-in engine on the state from the flags. Rejects if that state is in use or signed out. */
export type OpenEngine = (flags: CommonFlags) => Promise<OpenedEngine>;

export type OpenedEngine = ComposedEngine & Pick<OpenedAccount, 'kind' | 'person' | 'secrets'>;
