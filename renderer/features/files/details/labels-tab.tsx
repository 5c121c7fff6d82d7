import { X } from 'lucide-react';
import type { ReactNode, SubmitEvent } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Field } from '../../../components/form/field.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { CommandRefused } from '../../../state/bridge/bridge.ts';
import { useTypedText } from '../../../state/hooks/use-typed-text.ts';
import { keyOf, may } from '../../../state/items/item.ts';
import { callService, useService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { changeLabels, type Labelled, type Labels } from './change-labels.ts';

const fields = 'id,type,tags,classification,description';

/** The labels of an item: its classification, tags and description. */
export function LabelsTab({ item }: { item: Labelled }): ReactNode {
  const isFile = item.type === 'file';
  const file = useService('getFile', isFile ? { params: { file_id: item.id }, query: { fields } } : null);
  const folder = useService(
    'getFolder',
    isFile ? null : { params: { folder_id: item.id }, query: { fields, limit: 1 } },
  );
  const labels = isFile ? file : folder;
  // Typed text stays when a later refetch fails.
  if (labels.data === undefined) {
    return labels.error === null ? <Skeleton className="h-32" /> : <ErrorMessage error={labels.error} />;
  }
  const { tags = [], classification = null, description = '' } = labels.data;
  const canChange = may(item, 'can_rename') && item.id !== '0';
  return (
    <div className="grid gap-6">
      <Classification item={item} current={classification} canChange={canChange} />
      <Tags item={item} tags={tags} canChange={canChange} />
      <Description item={item} description={description} canChange={canChange} />
    </div>
  );
}

/** The format's built-in names of the classification template and its field. */
const TEMPLATE = { scope: 'enterprise', template_key: 'securityClassification-6VMVochwUWo' } as const;
const FIELD = 'Box__Security__Classification__Key';
const NONE = '';

type Classified = NonNullable<ServiceAnswer<'getFile'>['classification']>;

function Classification({
  item,
  current,
  canChange,
}: {
  item: Labelled;
  current: Classified | null;
  canChange: boolean;
}): ReactNode {
  const template = useService('getMetadataTemplate', { params: TEMPLATE });
  const set = useServiceAction((bridge, key: string) => classify(bridge, item, current !== null, key));
  const options = template.data?.fields.find(({ key }) => key === FIELD)?.options ?? [];
  const choices = [
    { id: NONE, label: texts.details.unclassified },
    ...options.map(({ key }) => ({ id: key, label: key })),
  ];
  return (
    <section className="grid gap-2" aria-label={texts.details.classification}>
      {canChange && options.length > 0 ? (
        <Select
          label={texts.details.classification}
          options={choices}
          value={current?.name ?? NONE}
          onChange={(key) => set.mutate(key)}
        />
      ) : (
        <>
          <h3 className="text-dim text-small">{texts.details.classification}</h3>
          <p>{current?.name ?? texts.details.unclassified}</p>
        </>
      )}
      {current !== null && current.definition !== '' && <p className="text-dim text-small">{current.definition}</p>}
      {options.length === 0 && (template.isSuccess || template.error?.code === 'not_found') && (
        <p className="text-dim text-small">{texts.details.noClassifications}</p>
      )}
      <ErrorMessage error={set.error} />
    </section>
  );
}

/** An item has at most one instance of the template: create, update or delete it. */
async function classify(bridge: TandemBridge, item: Labelled, isClassified: boolean, key: string): Promise<void> {
  const change = [{ op: 'replace' as const, path: `/${FIELD}`, value: key }];
  if (item.type === 'file') {
    const params = { file_id: item.id, ...TEMPLATE };
    if (key === NONE) await callService(bridge, 'deleteFileMetadata', { params });
    else if (isClassified) await callService(bridge, 'updateFileMetadata', { params, body: change });
    else await callService(bridge, 'createFileMetadata', { params, body: { [FIELD]: key } });
    return;
  }
  const params = { folder_id: item.id, ...TEMPLATE };
  if (key === NONE) await callService(bridge, 'deleteFolderMetadata', { params });
  else if (isClassified) await callService(bridge, 'updateFolderMetadata', { params, body: change });
  else await callService(bridge, 'createFolderMetadata', { params, body: { [FIELD]: key } });
}

/** `typed`: the text of the field that adds the tag; null: a button removes it. */
type TagChange = { readonly tag: string; readonly typed: string | null };

const changedTags = ({ tags }: Labels, { tag, typed }: TagChange): readonly string[] =>
  typed === null ? tags.filter((one) => one !== tag) : [...new Set([...tags, tag])];

function Tags({ item, tags, canChange }: { item: Labelled; tags: readonly string[]; canChange: boolean }): ReactNode {
  const { text: word, type, forget } = useTypedText(`tag.${keyOf(item)}`);
  const set = useServiceAction(
    (bridge, change: TagChange) => changeLabels(bridge, item, (now) => ({ tags: changedTags(now, change) })),
    (_, { typed }) => typed !== null && forget(typed),
  );
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const tag = word.trim();
    if (tag !== '') set.mutate({ tag, typed: word });
  };
  return (
    <section className="grid gap-2" aria-label={texts.details.tags}>
      <h3 className="text-dim text-small">{texts.details.tags}</h3>
      {tags.length === 0 ? (
        <p className="text-dim">{texts.details.noTags}</p>
      ) : (
        <ul aria-label={texts.details.tags} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex min-h-8 items-center gap-1 rounded-control bg-mute-bg ps-2.5">
              <span className={classNames('wrap-anywhere', !canChange && 'pe-2.5')}>{tag}</span>
              {canChange && (
                <Button
                  kind="ghost"
                  icon
                  aria-label={texts.details.removeTag(tag)}
                  isBusy={set.isPending}
                  onPress={() => set.mutate({ tag, typed: null })}
                >
                  <X aria-hidden className="size-3.5" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <form onSubmit={add} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field label={texts.details.newTag} value={word} onChange={type} />
          </div>
          <Button type="submit" isDisabled={word.trim() === ''} isBusy={set.isPending}>
            {texts.details.addTag}
          </Button>
        </form>
      )}
      <ErrorMessage error={set.error} />
    </section>
  );
}

function Description({
  item,
  description,
  canChange,
}: {
  item: Labelled;
  description: string;
  canChange: boolean;
}): ReactNode {
  const { text, type, save } = useDescription(item, description);
  if (!canChange) {
    return description === '' ? null : (
      <section className="grid gap-1">
        <h3 className="text-dim text-small">{texts.details.description}</h3>
        <p className="wrap-anywhere whitespace-pre-wrap">{description}</p>
      </section>
    );
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(text);
      }}
    >
      <Field label={texts.details.description} value={text} onChange={type} lines={3} />
      <div className="flex justify-end">
        <Button type="submit" isDisabled={text === description} isBusy={save.isPending}>
          {texts.details.save}
        </Button>
      </div>
      <ErrorMessage error={save.error} />
    </form>
  );
}

/** A typed description, and the one that it replaces: another that someone else saved meanwhile is shown first, and replaced by the next attempt. */
function useDescription(item: Labelled, description: string) {
  const { text, type, forget } = useTypedText(`description.${keyOf(item)}`, description);
  const { text: replaced, type: replace } = useTypedText(`description.replaced.${keyOf(item)}`);
  const save = useServiceAction(
    (bridge, to: string) =>
      changeLabels(bridge, item, ({ description: now }) => {
        if (now === replaced || now === to) return { description: to };
        replace(now);
        const { changedMeanwhile: message, changedRemedy } = texts.details;
        throw new CommandRefused({ code: 'conflict', message, remedy: changedRemedy(now) });
      }),
    (_, sent) => forget(sent),
  );
  return {
    text,
    type: (next: string): void => {
      if (text === description) replace(description);
      type(next);
    },
    save,
  };
}
