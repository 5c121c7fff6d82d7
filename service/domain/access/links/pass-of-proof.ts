import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { Service, SharedLinkPass } from '../../service.ts';
import { tryLink } from './try-link.ts';

/** A shared link through which something was found, with its state at that time. */
export interface FoundThrough {
  readonly itemId: string;
  readonly stamp: string;
}

/**
 * The current rights of a shared link that was open earlier; null without one, and if the link has ended or changed since. A null
 * visitor has no account.
 */
export async function passOfProof(
  service: Service,
  visitor: UserRecord | null,
  sharedLink: FoundThrough | null,
): Promise<SharedLinkPass | null> {
  if (sharedLink === null) return null;
  const trial = await tryLink(service, visitor, { itemId: sharedLink.itemId }, sharedLink.stamp);
  return trial.kind === 'open' && trial.pass.stamp === sharedLink.stamp ? trial.pass : null;
}
