// The house's own lint rules; what each is for stands beside it.
import { noColourLiteral } from './rules/colours.js';
import { noDefaultExport, noEnum } from './rules/exports.js';
import { wireForms } from './rules/forms.js';
import { importTable, noDeepImports, noFeatureImports, roomDirections } from './rules/imports.js';
import { noUntranslatedText } from './rules/untranslated-text.js';

export default {
  meta: { name: 'redoubt' },
  rules: {
    'import-table': importTable,
    'no-deep-imports': noDeepImports,
    'no-feature-imports': noFeatureImports,
    'room-directions': roomDirections,
    'no-colour-literal': noColourLiteral,
    'no-default-export': noDefaultExport,
    'no-enum': noEnum,
    'no-untranslated-text': noUntranslatedText,
    'wire-forms': wireForms,
  },
};
