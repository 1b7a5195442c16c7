import { getSupportAccount, type ListReader, type SupportAccount } from '@redoubt/contracts';
import { isBuiltInAssessment, isDefinedAssessment } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointKey } from '../../../api/read.ts';
import { useEnvironment } from '../../../app/console-context.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { TextLink } from '../../../shared/resources/TextLink.tsx';
import { useAssessmentText } from '../../../shared/resources/use-type-text.ts';
import { EntryFields } from '../../../shared/support-lists/EntryFields.tsx';
import { useSupportChange } from '../../../shared/support-lists/support-lists.queries.ts';
import { useEntryForm } from '../../../shared/support-lists/use-entry-form.ts';

type Status = SupportAccount['statuses'][number];

export type StatusPanelProps = {
  readonly status: Status;
  /** Published texts that read the lists. */
  readonly readers: SupportAccount['readers'];
  readonly onClose: () => void;
};

/** A rule that acts on the status, with its assessment and where it reads the list; or what counts by it. */
const Reader = ({ clauses, inCondition, through, ...text }: ListReader): ReactNode => {
  const texts = useText('riskSupport');
  const formats = useFormats();
  const { shown } = useProvidedNames();
  const assessmentText = useAssessmentText();
  const { assessment } = text;
  const isKnown = assessment !== null && (isBuiltInAssessment(assessment) || isDefinedAssessment(assessment));
  const facts = [
    ...(isKnown ? [assessmentText(assessment)] : []),
    ...(inCondition
      ? [texts('change.condition')]
      : clauses.length > 0
        ? [texts('change.clauses', { count: clauses.length, names: formats.list(clauses.map(shown)) })]
        : []),
    ...(through.length > 0 ? [texts('change.through', { names: formats.list(through) })] : []),
  ];
  return (
    <li>
      <TextLink {...text} />
      {facts.length > 0 ? <span className="soft"> · {facts.join(' · ')}</span> : null}
    </li>
  );
};

/** Gives a value of an account another status: here a reason and an end are required. */
export const StatusPanel = ({ status: { entity, value, current }, readers, onClose }: StatusPanelProps): ReactNode => {
  const text = useText('riskSupport');
  const lists = useText('supportLists');
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const change = useSupportChange(environmentId, entity, 'Support');
  const form = useEntryForm({
    value,
    entry: current,
    change,
    required: { reason: text('change.reasonNeeded'), expiresOn: text('change.expiryNeeded') },
    onSubmit: (body) =>
      change.mutate(body, {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: endpointKey(getSupportAccount, environmentId) });
          onClose();
        },
      }),
  });
  const texts = readers.find((each) => each.entity === entity)?.texts ?? [];
  return (
    <FormPanel
      title={text('change.title', { what: lists(`entity.${entity}`) })}
      form={form}
      action={text('change.save')}
      error={change.error}
      className="stack-3"
      onClose={onClose}
    >
      <p className="code-12">{value}</p>
      <EntryFields form={form} />
      {texts.length === 0 ? (
        <p className="soft">{text('change.noRule')}</p>
      ) : (
        <div>
          <p className="soft">{text('change.rules')}</p>
          <ul className="plain-list">
            {texts.map((each) => (
              <Reader key={`${each.kind} ${each.id}`} {...each} />
            ))}
          </ul>
        </div>
      )}
    </FormPanel>
  );
};
