import { type ReactNode, useState } from 'react';
import { ComboBox, type Found } from '../components/form/combo-box.tsx';
import { useDebounced } from '../state/hooks/use-debounced.ts';
import { useService } from '../state/service/service.ts';
import { texts } from '../texts/texts.ts';
import { Avatar } from './people/avatar.tsx';

/** Number of suggestions; typing more narrows them down. */
const SHOWN = 20;

type Choosing = {
  readonly name: string;
  readonly label: string;
  readonly onChoose: (id: string | null) => void;
  readonly isFilter?: boolean;
};

/** Chooses a user with an account by the start of the name or the sign-in name. For users who may look up others. */
export function PersonField({ name, label, onChoose, isFilter = false }: Choosing): ReactNode {
  const choice = useChoice(onChoose);
  const filter_term = useDebounced(choice.word);
  const found = useService('listUsers', { query: { fields: 'name,login', limit: SHOWN, filter_term } });
  const people = useLast(found.data?.entries).map(({ id, name: who = '', login = '' }) => ({
    id,
    label: who,
    detail: login,
    mark: <Avatar id={id} name={who} size={20} />,
  }));
  return (
    <ComboBox
      name={name}
      label={label}
      isFilter={isFilter}
      found={people}
      nothing={found.isPending ? texts.manage.looking : texts.manage.nobodyFound}
      open={texts.manage.showPeople}
      {...choice}
    />
  );
}

/** Chooses a group by the start of its name. */
export function GroupField({ name, label, onChoose }: Choosing): ReactNode {
  const choice = useChoice(onChoose);
  const filter_term = useDebounced(choice.word);
  const found = useService('listGroups', { query: { fields: 'name,description', limit: SHOWN, filter_term } });
  const groups = useLast(found.data?.entries).map(({ id, name: called = '', description = '' }) => ({
    id,
    label: called,
    detail: description,
  }));
  return (
    <ComboBox
      name={name}
      label={label}
      found={groups}
      nothing={found.isPending ? texts.manage.looking : texts.manage.noGroupFound}
      open={texts.manage.showGroups}
      {...choice}
    />
  );
}

/** The typed word, and the one entry that it names. */
function useChoice(onChoose: Choosing['onChoose']) {
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<Found | null>(null);
  return {
    word,
    chosen,
    onWord: setWord,
    onChoose: (one: Found | null): void => {
      setChosen(one);
      onChoose(one?.id ?? null);
    },
  };
}

/** The last known entries while the next ones are looked up: one that is just being pressed must not go and come back. */
function useLast<Entry>(entries: readonly Entry[] | undefined): readonly Entry[] {
  const [last, setLast] = useState<readonly Entry[]>([]);
  if (entries !== undefined && entries !== last) setLast(entries);
  return entries ?? last;
}
