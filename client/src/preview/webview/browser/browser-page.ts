/** The page of the preview alone in a browser, as served by `ocml preview`. */
import './browser-host.ts';
import '../page.ts';
