import { createElement, type ReactNode } from 'react';
import { useStatus } from '../../state/bridge/session.ts';
import { baseName } from '../../state/items/base-name.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityGroup } from './groups.ts';
import { isBy, wordingFor } from './wording.ts';

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
  const parts = texts.activity.sentences[wordingFor(group, me?.id)].split(/\{(\w+)\}/);
  return createElement(
    'p',
    { className: 'wrap-anywhere' },
    ...parts.map((part, at) => (at % 2 === 1 ? values[part] : part)),
  );
}

/** The sentence says where the change was. */
export function useNamesPlace(group: ActivityGroup): boolean {
  const me = useStatus(({ account }) => account.user?.id) ?? undefined;
  return texts.activity.sentences[wordingFor(group, me)].includes('{place}');
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
