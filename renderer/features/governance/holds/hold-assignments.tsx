import { type ReactNode, useState } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { Form } from '../../../components/form/form.tsx';
import { Section } from '../../../components/layout/card.tsx';
import type { ChosenItem } from '../../../parts/items/item-dialog.tsx';
import { ItemField } from '../../../parts/items/item-field.tsx';
import { PersonField } from '../../../parts/person-field.tsx';
import { ShortList } from '../../../parts/short-list.tsx';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE, useServiceAction } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { administration } from '../../../texts/administration.ts';
import { texts } from '../../../texts/texts.ts';
import { useFileVersions } from '../file-versions.ts';
import type { HoldAssignment } from './hold.ts';
import { HoldAssignmentRow } from './hold-assignment-row.tsx';

const PAGE_SIZE = 100;

/** The targets of a legal hold. */
export function HoldAssignments({ policyId, isActive }: { policyId: string; isActive: boolean }): ReactNode {
  const listing = useList<HoldAssignment>({
    key: [SERVICE, 'listLegalHoldPolicyAssignments', policyId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listLegalHoldPolicyAssignments', {
        query: { policy_id: policyId, limit: PAGE_SIZE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const words = administration.governance;
  return (
    <Section title={words.assignments}>
      <ShortList label={words.assignments} listing={listing} nothing={words.noAssignments}>
        {(assignment) => <HoldAssignmentRow key={assignment.id} assignment={assignment} />}
      </ShortList>
      {isActive && <Assign policyId={policyId} />}
    </Section>
  );
}

const fields = ['assign_to'];
type TargetType = keyof typeof administration.governance.holdTargets;

function Assign({ policyId }: { policyId: string }): ReactNode {
  const [type, setType] = useState<TargetType>('user');
  const [userId, setUserId] = useState<string | null>(null);
  const [item, setItem] = useState<ChosenItem | null>(null);
  const [versionId, setVersionId] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const walked = type === 'folder' ? 'folder' : 'file';
  const chosen = item?.type === walked ? item : null;
  const versions = useFileVersions(type === 'file_version' ? (chosen?.id ?? null) : null);
  const version = versions.find(({ id }) => id === versionId) ?? versions[0];
  const ids = { user: userId, folder: chosen?.id, file: chosen?.id, file_version: version?.id };
  const id = ids[type] ?? null;
  const assign = useServiceAction((bridge) =>
    callService(bridge, 'createLegalHoldPolicyAssignment', {
      body: { policy_id: policyId, assign_to: { type, id: id ?? '' } },
    }),
  );
  // The field of the person comes back empty.
  const changeType = (to: TargetType): void => {
    setType(to);
    setUserId(null);
  };
  const assigned = (): void => {
    setUserId(null);
    setItem(null);
    setRound(round + 1);
  };
  const words = administration.governance;
  return (
    <div className="border-line border-t pt-4">
      <Form fields={fields} sending={assign} action={words.assign} isReady={id !== null} onSent={assigned}>
        <Select
          label={words.assignTo}
          options={(['user', 'folder', 'file', 'file_version'] as const).map((one) => ({
            id: one,
            label: words.holdTargets[one],
          }))}
          value={type}
          onChange={changeType}
        />
        {type === 'user' ? (
          <PersonField key={round} name="assign_to" label={texts.manage.person} onChoose={setUserId} />
        ) : (
          <ItemField label={texts.manage[walked]} types={[walked]} item={chosen} onChoose={setItem} />
        )}
        {version !== undefined && (
          <Select label={words.version} options={versions} value={version.id} onChange={setVersionId} />
        )}
      </Form>
    </div>
  );
}
