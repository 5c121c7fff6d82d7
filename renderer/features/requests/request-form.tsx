import type { ReactNode } from 'react';
import { Checkbox } from '../../components/controls/choices/checkbox.tsx';
import { Field } from '../../components/form/field.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { useDraft } from '../../state/hooks/use-draft.ts';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { localMoment, wireMoment } from '../../texts/dates.ts';
import { texts } from '../../texts/texts.ts';
import type { FileRequest } from './shown-requests.ts';

const fields = ['title', 'description', 'expires_at'];

/** The text and the fields of a file request. */
export function RequestForm({ request }: { request: FileRequest }): ReactNode {
  const draft = useDraft({
    title: request.title ?? '',
    description: request.description ?? '',
    is_email_required: request.is_email_required ?? false,
    is_description_required: request.is_description_required ?? false,
    expires_at: localMoment(request.expires_at),
  });
  const save = useServiceAction((bridge) => {
    const { expires_at: end, ...others } = draft.changes;
    return callService(bridge, 'updateFileRequest', {
      params: { file_request_id: request.id },
      // Concurrent changes are not overwritten.
      headers: typeof request.etag === 'string' ? { 'if-match': request.etag } : {},
      body: { ...others, ...(end === undefined ? {} : { expires_at: wireMoment(end) }) },
    });
  });
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
