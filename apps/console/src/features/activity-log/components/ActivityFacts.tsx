import type { ActivityDetail } from '@redoubt/contracts';
import type { ActivityAttribute } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { FactList, Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import { pivotAddress } from '../activity-address.ts';
import { useActivityTexts } from '../use-activity-texts.ts';

/** The facts of an entry; each leads to all entries that share it. */
export const ActivityFacts = ({ entry }: { readonly entry: ActivityDetail }): ReactNode => {
  const text = useText('activityLog');
  const formats = useFormats();
  const say = useActivityTexts();
  const { changedBy, operation, resource, assessment, environment, sequence, correlationId } = entry;
  const same = (attribute: ActivityAttribute, value: string | null | undefined, shown = value): ReactNode =>
    value ? (
      <Link
        href={hrefOf('/settings/audit', undefined, pivotAddress(attribute, value))}
        title={text('detail.findSame', { attribute: text(`attribute.${attribute}`) })}
      >
        {shown}
      </Link>
    ) : (
      '–'
    );
  return (
    <Section title={text('detail.facts')}>
      <FactList
        facts={[
          [text('column.time'), formats.dateTime(entry.at)],
          [text('column.sequence'), sequence === null ? '–' : formats.number(sequence)],
          [text('attribute.changedBy'), same('changedBy', changedBy.name)],
          [text('attribute.changedById'), same('changedById', changedBy.id)],
          [text('attribute.operation'), same('operation', operation, say.operation(operation))],
          [text('attribute.resourceType'), same('resourceType', resource.type, say.kind(resource.type))],
          [text('attribute.resourceName'), same('resourceName', resource.name)],
          [text('attribute.resourceId'), same('resourceId', resource.id)],
          [
            text('attribute.assessmentName'),
            same('assessmentId', assessment?.id, assessment && say.assessment(assessment)),
          ],
          [
            text('attribute.environmentName'),
            environment === null ? text('tenantWide') : same('environmentId', environment.id, environment.name),
          ],
          [text('attribute.correlationId'), same('correlationId', correlationId)],
          [text('attribute.logId'), same('logId', entry.id)],
        ]}
      />
    </Section>
  );
};
