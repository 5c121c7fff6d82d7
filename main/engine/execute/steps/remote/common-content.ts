import { type Content, type Fingerprint, type RemoteEntry, sameContent } from '../../../model/entry.ts';
import type { Execution } from '../../execution.ts';

/** The content of a local file if the file on the service has it too, else null. Hashed only if the sizes are equal (SPEC P20). */
export async function commonContent(
  { hashPool }: Execution,
  { path, expect }: { readonly path: string; readonly expect: Fingerprint },
  found: RemoteEntry,
  signal: AbortSignal,
): Promise<Content | null> {
  if (found.content?.sizeBytes !== expect.sizeBytes) return null;
  const content = await hashPool.hash(path, expect, signal);
  return sameContent(content, found.content) ? content : null;
}
