import { type ReactNode, useState } from 'react';
import { SearchChip } from '../../components/controls/chip.tsx';
import { refusal } from '../../parts/toasts/done.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Chosen } from './filters.ts';

/** Number of suggestions; typing more narrows them down. */
const SHOWN = 8;

/** Filters by owner. Without the right to look up people, only yourself can be chosen. */
export function PersonChip({
  chosen,
  onChange,
}: {
  chosen: Chosen | null;
  onChange: (person: Chosen | null) => void;
}): ReactNode {
  const [word, setWord] = useState('');
  const me = useStatus(({ account }) => account.user?.id) ?? null;
  const filter_term = useDebounced(word.trim());
  const found = useService('listUsers', { query: { fields: 'name,login', limit: SHOWN, filter_term } });
  const { person, mine, findPerson, nobody, searching } = texts.palette;
  const failure = found.error === null ? null : refusal(found.error).sentence;
  const others = (found.data?.entries ?? [])
    .filter(({ id }) => id !== me)
    .map(({ id, name = '', login = '' }) => ({ id, label: name, detail: login }));
  const options = me === null ? others : [{ id: me, label: mine }, ...others];
  return (
    <SearchChip
      label={person}
      placeholder={findPerson}
      nothing={found.isPending ? searching : (failure ?? nobody)}
      options={options}
      chosen={chosen}
      word={word}
      onWord={setWord}
      onChange={(id) => onChange(options.find((option) => option.id === id) ?? null)}
    />
  );
}
