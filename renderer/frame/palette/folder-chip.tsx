import { type ReactNode, useState } from 'react';
import { SearchChip } from '../../components/controls/chip.tsx';
import { refusal } from '../../parts/toasts/done.ts';
import { useRoute } from '../../state/hooks/route.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { nameOf } from '../../state/items/item.ts';
import { queryOf } from '../../state/items/search-query.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** Number of suggestions; typing more narrows them down. */
const SHOWN = 8;

/** Filters by a folder above the file, at any depth: the shown one, or another by its name. */
export function FolderChip({ onChange }: { onChange: (id: string | null) => void }): ReactNode {
  const [word, setWord] = useState('');
  const [chosen, choose] = useState<{ readonly id: string; readonly label: string } | null>(null);
  const { page, parameters } = useRoute();
  const shown = page === 'files' ? parameters.get('folder') : null;
  const query = queryOf(useDebounced(word.trim()));
  const search = { query, type: 'folder', fields: 'name,parent', limit: SHOWN, offset: 0 } as const;
  const found = useService('search', query === '' ? null : { query: search });
  const { place, thisFolder, findFolder, typeForFolder, nothingFound, searching } = texts.palette;
  const failure = found.error === null ? null : refusal(found.error).sentence;
  const folders = found.data?.type === 'search_results_items' ? found.data.entries : [];
  const options = [
    ...(shown === null ? [] : [{ id: shown, label: thisFolder }]),
    ...folders
      .filter(({ id }) => id !== shown)
      .map((folder) => ({ id: folder.id, label: nameOf(folder), detail: folder.parent?.name ?? '' })),
  ];
  return (
    <SearchChip
      label={place}
      placeholder={findFolder}
      nothing={query === '' ? typeForFolder : found.isPending ? searching : (failure ?? nothingFound)}
      options={options}
      chosen={chosen}
      word={word}
      onWord={setWord}
      onChange={(id) => {
        choose(options.find((option) => option.id === id) ?? null);
        onChange(id);
      }}
    />
  );
}
