import { Select } from '@fluentui/react-components';
import type { AssessmentName } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useGo } from '../../../routes/address.ts';
import { rulesHref } from '../../../shared/assessments/assessment.ts';
import { branchesQuery } from '../../../shared/rules/branches.queries.ts';

/** Leads from what production decides to what a branch decides beside it; nothing where no experiment was made. */
export const ExperimentChoice = ({ assessment }: { readonly assessment: AssessmentName }) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const call = useCall();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery(branchesQuery(call, { environmentId, assessment }));
  const tried = (data?.branches ?? []).flatMap(({ name, apiName, experiments: [newest] }) =>
    newest === undefined ? [] : [{ name, apiName, experiment: newest.id }],
  );
  if (tried.length === 0) return null;
  const show = (apiName: string): void => {
    const chosen = tried.find((each) => each.apiName === apiName);
    if (chosen) go(rulesHref(assessment, { branch: apiName, experiment: chosen.experiment }));
  };
  return (
    <Select size="small" aria-label={text('label')} value="" onChange={(_event, { value }) => show(value)}>
      <option value="">{text('production')}</option>
      {tried.map(({ name, apiName }) => (
        <option key={apiName} value={apiName}>
          {text('compare.title', { name: provided.shown(name) })}
        </option>
      ))}
    </Select>
  );
};
