import type { ReactNode } from 'react';
import type { Conflict } from '../../../preload/ipc/shapes/attention.ts';
import { rowButtons } from '../../components/controls/button-look.ts';
import { fileType } from '../../parts/files/file-type.ts';
import { placeOf } from '../../parts/problems/place-of.ts';
import { useRoots } from '../../state/bridge/roots.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { AttentionRow } from './attention-row.tsx';
import { ConflictFix } from './fixes/conflict-fix.tsx';
import { useOtherAuthor } from './use-other-author.ts';

/** An item that changed in two places. `author`: who had last changed the other version. */
export function ConflictRow({
  id,
  rootId,
  path,
  title,
  isFolder,
  reason,
  author,
}: Pick<Conflict, 'id' | 'rootId' | 'path'> & {
  readonly title: string;
  readonly isFolder: boolean;
  readonly reason: string;
  readonly author: Pick<Conflict['theirs'], 'by' | 'byId'>;
}): ReactNode {
  const roots = useRoots();
  const isLost = useConnection() !== 'connected';
  const other = useOtherAuthor(author);
  const { bothChanged, bothSafe } = texts.attention;
  const detail = other !== null && reason === 'both_edited' ? bothChanged(other) : bothSafe;
  return (
    <AttentionRow
      type={isFolder ? 'folder' : fileType(path)}
      title={title}
      facts={[placeOf({ rootId, path }, roots), detail]}
    >
      <div className={rowButtons}>
        <ConflictFix path={path} conflict={id} isDisabled={isLost} />
      </div>
    </AttentionRow>
  );
}
