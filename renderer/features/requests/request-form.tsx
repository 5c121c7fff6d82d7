import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { Checkbox } from '../../components/controls/choices/checkbox.tsx';
import { Field } from '../../components/form/field.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { type KeptDraft, useDraftSave, useKeptDraft } from '../../state/hooks/use-draft.ts';
import { callService } from '../../state/service/service.ts';
import { localMoment, wireMoment } from '../../texts/dates.ts';
import { texts } from '../../texts/texts.ts';
import type { FileRequest } from './shown-requests.ts';

const fields = ['title', 'description', 'expires_at'];

type RequestValues = {
  readonly title: string;
  readonly description: string;
  readonly is_email_required: boolean;
  readonly is_description_required: boolean;
  readonly expires_at: string;
};

/** The text and the fields of a file request. */
export function RequestForm({ request }: { request: FileRequest }): ReactNode {
  const read = valuesOf(request);
  const draft = useKeptDraft(`request.${request.id}`, read, request.etag ?? '');
  const save = useSave(request, read, draft);
  const { values, set } = draft;
  const words = texts.requests;
  return (
    <DraftForm fields={fields} draft={draft} sending={save}>
      <Field name="title" label={words.titleField} value={values.title} onChange={set('title')} />
      <Field
        name="description"
        label={words.descriptionField}
        value={values.description}
        onChange={set('description')}
        lines={3}
      />
      <Field
        name="expires_at"
        label={words.expires}
        help={words.expiresHelp}
        type="datetime-local"
        value={values.expires_at}
        onChange={set('expires_at')}
      />
      <Checkbox label={words.emailRequired} isOn={values.is_email_required} onChange={set('is_email_required')} />
      <Checkbox
        label={words.descriptionRequired}
        isOn={values.is_description_required}
        onChange={set('is_description_required')}
      />
    </DraftForm>
  );
}

const valuesOf = (request: FileRequest): RequestValues => ({
  title: request.title ?? '',
  description: request.description ?? '',
  is_email_required: request.is_email_required ?? false,
  is_description_required: request.is_description_required ?? false,
  expires_at: localMoment(request.expires_at),
});

/** Saves the edits. If the edited fields changed since the edits began, it says so first; the next attempt overwrites. */
function useSave({ id, etag }: FileRequest, read: RequestValues, draft: KeptDraft<RequestValues>) {
  const [edited, setEdited] = useState(() => ({
    read,
    latest: etag,
    etag: draft.version === '' ? etag : draft.version,
  }));
  if (edited.latest !== etag) {
    const isOverwriting = keysOf(draft.changes).some((field) => edited.read[field] !== read[field]);
    const isStale = draft.isChanged && (isOverwriting || edited.etag !== edited.latest);
    setEdited({ read, latest: etag, etag: isStale ? edited.etag : etag });
  }
  const follow = ({ etag: latest }: FileRequest): void => setEdited((now) => ({ ...now, etag: latest }));
  const params = { file_request_id: id };
  const save = async (bridge: TandemBridge, changes: Partial<RequestValues>): Promise<FileRequest> => {
    const { expires_at: end, ...others } = changes;
    try {
      const saved = await callService(bridge, 'updateFileRequest', {
        params,
        headers: typeof edited.etag === 'string' ? { 'if-match': edited.etag } : {},
        body: { ...others, ...(end === undefined ? {} : { expires_at: wireMoment(end) }) },
      });
      draft.rebase(saved.etag ?? '');
      return saved;
    } catch (error) {
      if (!(error instanceof CommandRefused) || error.code !== 'precondition_failed') throw error;
      follow(await callService(bridge, 'getFileRequest', { params }));
      const { changedMeanwhile: message, changedRemedy: remedy } = texts.requests;
      throw new CommandRefused({ code: error.code, message, remedy });
    }
  };
  return useDraftSave(draft, save, follow);
}

const keysOf = (changes: Partial<RequestValues>) => Object.keys(changes) as (keyof RequestValues)[];
