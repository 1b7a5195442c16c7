import { useProvidedNames, useText } from '@redoubt/i18n';
import { ToneChip } from '@redoubt/ui';
import { useRead } from '../../../api/use-read.ts';
import { ExternalList, type ExternalListScreenProps } from '../components/ExternalList.tsx';
import { assessmentsQuery } from './external-assessments.queries.ts';

/** The external assessments of the environment, what they point to, and how their calls do. */
export const AssessmentListScreen = (props: ExternalListScreenProps) => {
  const text = useText('externalAssessments');
  const { shown } = useProvidedNames();
  const query = useRead(assessmentsQuery, props.period);
  return (
    <ExternalList
      {...props}
      text={text}
      noResult={{ title: text('noAssessment'), body: text('noAssessmentBody') }}
      query={query}
      all={query.data?.assessments}
      searched={({ name, description, target }) =>
        `${name} ${description} ${shown(description)} ${target.friendlyName} ${shown(target.friendlyName)} ${target.environmentName}`
      }
      facts={({ target: { friendlyName, environmentName, problem } }) => ({
        target: `${shown(friendlyName)} · ${environmentName}`,
        chip: problem === null ? undefined : <ToneChip tone="reject" text={text(`problem.${problem}`)} />,
      })}
    />
  );
};
