import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../../components/overlay/form-dialog.tsx';
import { PersonField } from '../../../../parts/person-field.tsx';
import type { ListSteps } from '../../../../parts/rows/list-page.tsx';
import { callService, useServiceAction } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import type { User } from '../user.ts';

type About = Pick<ListSteps, 'onTell'> & { readonly user: User };

const fields = ['owned_by'];

/** Transfers everything a user owns to someone else, so that the account can be deleted separately. */
export function GiveAwayDialog({
  user: { id, name = '' },
  onTell,
  onClose,
}: About & { onClose: () => void }): ReactNode {
  const [to, setTo] = useState<string | null>(null);
  const words = texts.people;
  const give = useServiceAction(
    (bridge) =>
      callService(bridge, 'transferContent', {
        params: { user_id: id },
        query: { fields: 'name,owned_by' },
        body: { owned_by: { id: to ?? '' } },
      }),
    (folder) => onTell({ sentence: words.givenAway(name, folder.owned_by?.name ?? '', folder.name ?? ''), undo: null }),
  );
  return (
    <FormDialog
      title={words.giveAwayTitle(name)}
      fields={fields}
      sending={give}
      action={words.giveAwayAction}
      isReady={to !== null}
      onSent={onClose}
      onClose={onClose}
    >
      <p>{words.giveAwayDetail(name)}</p>
      <PersonField name="owned_by" label={words.giveAwayTo} onChoose={setTo} />
    </FormDialog>
  );
}
