import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { type ChosenFolder, FolderDialog } from '../../parts/items/folder-dialog.tsx';
import type { Done } from '../../parts/toasts/done.ts';
import { useDraft } from '../../state/hooks/use-draft.ts';
import { folderOf, nameOf } from '../../state/items/item.ts';
import { trash } from '../../state/items/item-actions.ts';
import { isWebAddress } from '../../state/items/open-link.ts';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Bookmark } from './bookmark.ts';

const fields = ['url', 'name', 'description'];

type Draft = {
  readonly url: string;
  readonly name: string;
  readonly description: string;
};

/** Creates or edits a bookmark. */
export function BookmarkDialog({
  bookmark,
  onTell,
  onClose,
}: {
  /** An existing bookmark, or initial values for a new one. */
  bookmark: Bookmark | { readonly url: string; readonly name: string };
  onTell: (done: Done) => void;
  onClose: () => void;
}): ReactNode {
  const known = 'id' in bookmark ? bookmark : null;
  const draft = useDraft<Draft>({
    url: bookmark.url ?? '',
    name: bookmark.name ?? '',
    description: known?.description ?? '',
  });
  const [folder, setFolder] = useState(() => folderShown(known));
  const save = useServiceAction(
    (bridge) => store(bridge, known, draft.values, folder),
    (made) => {
      if (known !== null) return;
      const sentence = texts.bookmarks.added(nameOf(made), folder.name);
      onTell({ sentence, undo: (bridge) => trash(bridge, made) });
    },
  );
  return (
    <FormDialog
      title={known === null ? texts.bookmarks.addTitle : texts.bookmarks.editTitle}
      fields={fields}
      sending={save}
      action={texts.bookmarks.save}
      isReady={isWebAddress(draft.values.url.trim())}
      onSent={onClose}
      onClose={onClose}
    >
      <BookmarkFields draft={draft} isNew={known === null} />
      <FolderLine folder={folder} onChoose={setFolder} />
    </FormDialog>
  );
}

function BookmarkFields({
  draft: { values, set },
  isNew,
}: {
  draft: ReturnType<typeof useDraft<Draft>>;
  isNew: boolean;
}): ReactNode {
  const words = texts.bookmarks;
  const { url, name, description } = values;
  return (
    <>
      <Field
        name="url"
        label={words.address}
        help={words.addressHelp}
        type="url"
        value={url}
        onChange={set('url')}
        isFirst
      />
      <Field
        name="name"
        label={words.name}
        value={name}
        onChange={set('name')}
        {...(isNew ? { help: words.nameHelp } : {})}
      />
      <Field name="description" label={words.description} value={description} onChange={set('description')} lines={2} />
    </>
  );
}

function FolderLine({
  folder,
  onChoose,
}: {
  folder: ChosenFolder;
  onChoose: (folder: ChosenFolder) => void;
}): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  const chosen = (next: ChosenFolder): void => {
    setChoosing(false);
    onChoose(next);
  };
  return (
    <div className="flex items-center justify-between gap-2">
      <span className="min-w-0">
        <span className="block text-dim text-small">{texts.bookmarks.folder}</span>
        <span dir="auto" className="block w-fit max-w-full truncate">
          {folder.name}
        </span>
      </span>
      <Button onPress={() => setChoosing(true)}>{texts.bookmarks.chooseFolder}</Button>
      {isChoosing && (
        <FolderDialog
          title={texts.bookmarks.chooseFolderTitle}
          action={texts.bookmarks.chooseHere}
          isPending={false}
          error={null}
          onFolder={chosen}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

async function store(
  bridge: TandemBridge,
  known: Bookmark | null,
  draft: Draft,
  folder: ChosenFolder,
): Promise<Bookmark> {
  const name = draft.name.trim();
  const said = { url: draft.url.trim(), description: draft.description, ...(name === '' ? {} : { name }) };
  const parent = { id: folder.id };
  if (known === null) return callService(bridge, 'createWebLink', { body: { ...said, parent } });
  return callService(bridge, 'updateWebLink', {
    params: { web_link_id: known.id },
    // Concurrent changes are not overwritten.
    headers: known.etag === null || known.etag === undefined ? {} : { 'if-match': known.etag },
    body: parent.id === folderOf(known)?.id ? said : { ...said, parent },
  });
}

function folderShown(known: Bookmark | null): ChosenFolder {
  const folder = known === null ? null : folderOf(known);
  return folder === null || folder.id === '0'
    ? { id: '0', name: texts.files.top }
    : { id: folder.id, name: folder.name };
}
