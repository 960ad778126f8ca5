/** The revision of the specification that these facts follow. */
export const revision = 'OpenChatML 2.2 RC 2025-08-08';
