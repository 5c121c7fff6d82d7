import type { KnownPerson } from '../account/person.ts';
import type { ComposedEngine } from '../compose-engine.ts';
import type { CommonFlags } from './common-flags.ts';

/** An engine on the state that the flags name, signed in. Rejects if that state is in use or not signed in. */
export type OpenEngine = (flags: CommonFlags) => Promise<OpenedEngine>;

export type OpenedEngine = ComposedEngine & { readonly person: KnownPerson };
