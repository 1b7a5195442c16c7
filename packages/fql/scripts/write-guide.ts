import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideMarkdown } from '../src/guide/markdown.ts';

writeFileSync(join(import.meta.dirname, '../../../docs/language/guide.md'), guideMarkdown());
