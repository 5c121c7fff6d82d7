import {
  ArrowDown,
  ArrowUp,
  FolderPlus,
  GitCompare,
  type LucideIcon,
  MoveRight,
  Pencil,
  Plus,
  RefreshCw,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { ActivityGroup, SentenceId } from './groups.ts';

/** Whether the person at this computer, whose id is `me`, made all of these changes, here or elsewhere. */
export const isBy = ({ isOurs, by }: ActivityGroup, me: string | undefined): boolean =>
  isOurs || (by !== null && by.id === me);

/** The sentence as its reader sees it: a change that this computer only received reads as an action of its author. */
export function wordingFor(group: ActivityGroup, me: string | undefined): SentenceId {
  const isMine = isBy(group, me);
  const wording = wordingOf(group);
  if (group.conflict !== null) return group.by === null || isMine ? 'changedTwice' : 'changedByBoth';
  if (group.by === null) return wording;
  return (isMine ? byMe : byOther)[wording] ?? wording;
}

type Rewording = Readonly<Partial<Record<SentenceId, SentenceId>>>;

const byMe: Rewording = {
  downloaded: 'uploaded',
  updated: 'edited',
  createdHere: 'createdThere',
  movedHere: 'movedThere',
  gatheredHere: 'gatheredThere',
  renamedHere: 'renamedThere',
  renamedSeveralHere: 'renamedSeveralThere',
  trashedHere: 'trashedThere',
  restoredHere: 'restored',
  changedHere: 'changedThere',
};
const byOther: Rewording = {
  downloaded: 'addedByOther',
  updated: 'editedByOther',
  trashedHere: 'trashedByOther',
  changedHere: 'changedByOther',
};

/** A move from several folders names only the target; several renames name only their number. */
function wordingOf({ sentence, from, entries }: ActivityGroup): SentenceId {
  if (sentence === 'movedThere' && from === null) return 'gatheredThere';
  if (sentence === 'movedHere' && from === null) return 'gatheredHere';
  if (sentence === 'renamedThere' && entries.length > 1) return 'renamedSeveralThere';
  if (sentence === 'renamedHere' && entries.length > 1) return 'renamedSeveralHere';
  return sentence;
}

/** For what the sentence says. */
export const icons: Readonly<Record<SentenceId, LucideIcon>> = {
  uploaded: ArrowUp,
  downloaded: ArrowDown,
  addedByOther: Plus,
  edited: Pencil,
  updated: ArrowDown,
  editedByOther: Pencil,
  createdThere: FolderPlus,
  createdHere: FolderPlus,
  movedThere: MoveRight,
  movedHere: MoveRight,
  gatheredThere: MoveRight,
  gatheredHere: MoveRight,
  rescued: MoveRight,
  renamedThere: Pencil,
  renamedHere: Pencil,
  renamedSeveralThere: Pencil,
  renamedSeveralHere: Pencil,
  trashedThere: Trash2,
  trashedHere: Trash2,
  trashedByOther: Trash2,
  restored: RotateCcw,
  restoredHere: RotateCcw,
  keptBoth: GitCompare,
  changedByBoth: GitCompare,
  changedTwice: GitCompare,
  resolved: GitCompare,
  matched: RefreshCw,
  forgotten: RefreshCw,
  changedThere: RefreshCw,
  changedHere: RefreshCw,
  changedByOther: RefreshCw,
};
