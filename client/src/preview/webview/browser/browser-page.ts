/** The preview's page for a browser, which `ocml preview` serves. */
import './browser-host.ts';
import '../page.ts';
