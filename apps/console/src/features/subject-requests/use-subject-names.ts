import type { SubjectPreview } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { BUILT_IN_SUBJECTS, isBuiltInKind, isDefinedAssessment, isDefinedKind, kindFacts } from '@redoubt/domain';

/** Words for what requests are about. */
export const useSubjectNames = () => {
  const text = useText('subjectRequests');
  const events = useText('velocities');
  const formats = useFormats();
  const kindName = (kind: string): string => {
    if (isBuiltInKind(kind)) return events(`event.${kind}`);
    if (!isDefinedKind(kind)) return kind;
    if (isDefinedAssessment(kind)) return text('kind.assessment');
    return text(kindFacts(kind).role === 'label' ? 'kind.label' : 'kind.observation');
  };
  return {
    kindName,
    assessmentName: (assessment: string, name: string | null): string =>
      assessment === BUILT_IN_SUBJECTS ? text('builtIn') : (name ?? assessment),
    countsText: (counts: SubjectPreview['counts']): string =>
      counts.map(({ kind, count }) => `${kindName(kind)}: ${formats.number(count)}`).join(', '),
  };
};
