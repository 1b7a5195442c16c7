import { isBuiltInAssessment, type AssessmentName, type Permission } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { PageTabs } from '@redoubt/ui';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { rulesHref } from './assessment.ts';
import { monitorHref } from './monitor-address.ts';

export type AssessmentPart = 'monitor' | 'rules' | 'configuration' | 'schema';

export type AssessmentTabsProps = {
  readonly assessment: AssessmentName;
  /** What it is called. */
  readonly name: string;
  readonly current: AssessmentPart;
};

type Tab = {
  readonly id: AssessmentPart;
  readonly text: string;
  readonly href: string;
  readonly permission: Permission;
};

/** The pages of an assessment that the person may see, in their order. */
export const useAssessmentTabs = (assessment: AssessmentName): readonly Tab[] => {
  const routes = useText('routes');
  const may = useMay();
  const params = { assessmentId: assessment };
  const common: readonly Tab[] = [
    {
      id: 'monitor',
      text: routes('assessmentMonitor.title'),
      href: monitorHref(assessment),
      permission: 'monitoring:read',
    },
    {
      id: 'rules',
      text: routes('assessmentRules.title'),
      href: rulesHref(assessment),
      permission: 'decisionRules:read',
    },
  ];
  const own: readonly Tab[] = [
    {
      id: 'configuration',
      text: routes('assessmentConfiguration.title'),
      href: hrefOf('/fraud/assessments/:assessmentId/configuration', params),
      permission: 'assessments:read',
    },
    {
      id: 'schema',
      text: routes('assessmentSchema.title'),
      href: hrefOf('/fraud/assessments/:assessmentId/schemaDetails', params),
      permission: 'assessments:read',
    },
  ];
  return [...common, ...(isBuiltInAssessment(assessment) ? [] : own)].filter(({ permission }) => may(permission));
};

/** The pages of an assessment as tabs. */
export const AssessmentTabs = ({ assessment, name, current }: AssessmentTabsProps) => (
  <PageTabs label={name} tabs={useAssessmentTabs(assessment)} current={current} />
);
