import type { ReactNode } from 'react';
import { InlineError } from './inline-error.tsx';

/** Why what was asked for did not happen, and what to do; nothing as long as nothing was refused. */
export function Refusal({ error }: { error: { readonly message: string; readonly remedy: string } | null }): ReactNode {
  return error === null ? null : <InlineError sentence={error.message} remedy={error.remedy} />;
}
