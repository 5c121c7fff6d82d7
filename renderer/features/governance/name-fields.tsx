import type { ReactNode } from 'react';
import { Field } from '../../components/form/field.tsx';
import type { Draft } from '../../state/hooks/use-draft.ts';
import { administration } from '../../texts/administration.ts';

type Named = { readonly policy_name: string; readonly description: string };

/** The name and description of a hold or a retention policy. */
export function NameFields({
  draft: { values, set },
  isFirst = false,
}: {
  draft: Pick<Draft<Named>, 'values' | 'set'>;
  /** In a dialog: gets the focus. */
  isFirst?: boolean;
}): ReactNode {
  const { name, description } = administration.governance;
  return (
    <>
      <Field
        name="policy_name"
        label={name}
        value={values.policy_name}
        onChange={set('policy_name')}
        isFirst={isFirst}
      />
      <Field
        name="description"
        label={description}
        value={values.description}
        onChange={set('description')}
        lines={2}
      />
    </>
  );
}
