/** Prints the findings in each published template, for `scripts/template-findings.mjs`. */
import { findingsOf } from '../../../server/src/templates/findings/index.ts';
import { jinjaTemplate } from '../../../server/src/templates/jinja-template.ts';
import { templateSets } from './published.ts';

const [, templates, carrier] = templateSets()[0];
if (templates === undefined) throw new Error(`${carrier} is not installed`);
const templateFindings = templates.map(({ model, source }) => ({
  family: model.replace(/^library\//, '').replace(/:.*$/, ''),
  codes: [...new Set(findingsOf(jinjaTemplate(model, source)).map(({ code }) => code))],
}));
console.log(JSON.stringify(templateFindings));
