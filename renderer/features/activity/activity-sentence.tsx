import { createElement, type ReactNode } from 'react';
import { useStatus } from '../../state/bridge/session.ts';
import { baseName } from '../../state/items/base-name.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityGroup } from './groups.ts';

/** The actor and the change, in one sentence. `rootName` names the synced folder. */
export function ActivitySentence({
  group,
  rootName,
  onExplain,
}: {
  group: ActivityGroup;
  rootName: string;
  /** Called with the path of the only item of the group. */
  onExplain: (path: string) => void;
}): ReactNode {
  const me = useStatus(({ account }) => account.user);
  const isMine = isBy(group, me?.id);
  const [only] = group.entries;
  const subject = group.conflict?.path ?? (group.entries.length === 1 && only !== undefined ? only.path : null);
  const counted = texts.activity.counted(group.files, group.folders, group.isOpen);
  const values: Readonly<Record<string, ReactNode>> = {
    who: (
      <strong className="font-semibold" title={isMine ? me?.name : undefined}>
        {isMine ? texts.activity.you : (group.by?.name ?? texts.name)}
      </strong>
    ),
    what: subject === null ? counted : <Item name={baseName(subject)} onExplain={() => onExplain(subject)} />,
    place: <Name text={group.place === '' ? rootName : baseName(group.place)} />,
    from: <Name text={originOf(group, rootName)} />,
  };
  const parts = texts.activity.sentences[wordingFor(group, isMine)].split(/\{(\w+)\}/);
  return createElement(
    'p',
    { className: 'wrap-anywhere' },
    ...parts.map((part, at) => (at % 2 === 1 ? values[part] : part)),
  );
}

const isBy = ({ isOurs, by }: ActivityGroup, id: string | undefined): boolean =>
  isOurs || (by !== null && by.id === id);

/** The sentence says where the change was. */
export function useNamesPlace(group: ActivityGroup): boolean {
  const me = useStatus(({ account }) => account.user?.id) ?? undefined;
  return texts.activity.sentences[wordingFor(group, isBy(group, me))].includes('{place}');
}

/** A change that this computer only received reads as an action of its author. */
function wordingFor(group: ActivityGroup, isMine: boolean): keyof typeof texts.activity.sentences {
  const wording = wordingOf(group);
  if (group.conflict !== null) return group.by === null || isMine ? 'changedTwice' : 'changedByBoth';
  if (group.by === null) return wording;
  return (isMine ? byMe : byOther)[wording] ?? wording;
}

type Rewording = Readonly<
  Partial<Record<keyof typeof texts.activity.sentences, keyof typeof texts.activity.sentences>>
>;

const byMe: Rewording = {
  downloaded: 'uploaded',
  updated: 'edited',
  createdHere: 'createdThere',
  movedHere: 'movedThere',
  gatheredHere: 'gatheredThere',
  renamedHere: 'renamedThere',
  renamedSeveralHere: 'renamedSeveralThere',
  trashedHere: 'trashedThere',
  changedHere: 'changedThere',
};
const byOther: Rewording = {
  downloaded: 'addedByOther',
  updated: 'editedByOther',
  trashedHere: 'trashedByOther',
  changedHere: 'changedByOther',
};

/** A move from several folders names only the target; several renames name only their number. */
function wordingOf({ sentence, from, entries }: ActivityGroup): keyof typeof texts.activity.sentences {
  if (sentence === 'movedThere' && from === null) return 'gatheredThere';
  if (sentence === 'movedHere' && from === null) return 'gatheredHere';
  if (sentence === 'renamedThere' && entries.length > 1) return 'renamedSeveralThere';
  if (sentence === 'renamedHere' && entries.length > 1) return 'renamedSeveralHere';
  return sentence;
}

function originOf({ sentence, from, entries }: ActivityGroup, rootName: string): string {
  if (sentence === 'renamedThere' || sentence === 'renamedHere') return baseName(entries[0]?.fromPath ?? '');
  return from === null || from === '' ? rootName : baseName(from);
}

function Name({ text }: { text: string }): ReactNode {
  return <bdi className="font-semibold">{text}</bdi>;
}

function Item({ name, onExplain }: { name: string; onExplain: () => void }): ReactNode {
  return (
    <button type="button" onClick={onExplain} className="cursor-default text-start font-semibold hover:underline">
      <bdi>{name}</bdi>
    </button>
  );
}
