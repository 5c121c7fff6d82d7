import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { useKeptText } from '../../state/preferences/kept-text.ts';
import { texts } from '../../texts/texts.ts';

type Advanced = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signInUrl: string;
  readonly uploadUrl: string;
};

/** Sign-in settings for a service that does not know Tandem or has its pages elsewhere. `given`: the current values. */
export function useAdvanced() {
  const [clientId, setClientId] = useKeptText('connect.clientId', '');
  // A secret is not kept in the session storage.
  const [clientSecret, setClientSecret] = useState('');
  const [signInUrl, setSignInUrl] = useKeptText('connect.signInUrl', '');
  const [uploadUrl, setUploadUrl] = useKeptText('connect.uploadUrl', '');
  const values: Advanced = { clientId, clientSecret, signInUrl, uploadUrl };
  const filled = Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));
  return {
    values,
    set: { clientId: setClientId, clientSecret: setClientSecret, signInUrl: setSignInUrl, uploadUrl: setUploadUrl },
    given: Object.fromEntries(filled) as Partial<Advanced>,
  };
}

export type AdvancedForm = ReturnType<typeof useAdvanced>;

/** The fields for it, folded up until they are needed. */
export function AdvancedFields({
  advanced: { values, set, given },
  redirectUri,
  isNeeded,
}: {
  advanced: AdvancedForm;
  redirectUri: string;
  isNeeded: boolean;
}): ReactNode {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const words = texts.welcome;
  return (
    <details
      className="group/advanced"
      open={chosen ?? (isNeeded || Object.keys(given).length > 0)}
      onToggle={({ currentTarget }) => setChosen(currentTarget.open)}
    >
      <summary className="flex w-fit cursor-default items-center gap-x-2 rounded-control py-1 text-dim hover:text-text">
        <ChevronRight aria-hidden className="size-4 shrink-0 group-open/advanced:rotate-90 rtl:-scale-x-100" />
        {words.advanced}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
        <p className="wrap-anywhere text-dim text-small">{words.advancedDetail(redirectUri)}</p>
        <Field label={words.clientId} value={values.clientId} onChange={set.clientId} />
        <Field
          label={words.clientSecret}
          help={words.clientSecretHelp}
          type="password"
          value={values.clientSecret}
          onChange={set.clientSecret}
        />
        <Field
          label={words.signInUrl}
          help={words.urlHelp('/oauth2/authorize')}
          type="url"
          value={values.signInUrl}
          onChange={set.signInUrl}
        />
        <Field
          label={words.uploadUrl}
          help={words.urlHelp('/upload/2.0')}
          type="url"
          value={values.uploadUrl}
          onChange={set.uploadUrl}
        />
      </div>
    </details>
  );
}
