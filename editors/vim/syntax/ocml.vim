" OpenChatML, Harmony, ChatML and Llama 3
" Written by scripts/generate/editors.mjs from the facts of the languages; do not edit.
if exists('b:current_syntax')
  finish
endif
syntax case match
" Vim parses from at least 200 lines above the visible ones, so that it finds the header of a long message.
syntax sync minlines=200

syntax match ocmlToken /\v%(\<\|finetune_right_pad_id\|\>|\<\|start_introspect\|\>|\<\|function_output\|\>|\<\|start_header_id\|\>|\<\|end_introspect\|\>|\<\|file_separator\|\>|\<\|begin_of_text\|\>|\<\|end_header_id\|\>|\<\|function_call\|\>|\<\|function_list\|\>|\<\|start_reflect\|\>|\<\|start_reason\|\>|\<\|end_of_text\|\>|\<\|end_reflect\|\>|\<\|startoftext\|\>|\<\|end_reason\|\>|\<\|endliteral\|\>|\<\|fim_middle\|\>|\<\|fim_prefix\|\>|\<\|fim_suffix\|\>|\<\|introspect\|\>|\<\|python_tag\|\>|\<\|assistant\|\>|\<\|constrain\|\>|\<\|endoftext\|\>|\<\|im_start\|\>|\<\|channel\|\>|\<\|literal\|\>|\<\|message\|\>|\<\|reflect\|\>|\<\|eom_id\|\>|\<\|eot_id\|\>|\<\|im_end\|\>|\<\|im_sep\|\>|\<\|reason\|\>|\<\|return\|\>|\<\|system\|\>|\<\|start\|\>|\<\|call\|\>|\<\|user\|\>|\<\|end\|\>)/
syntax match ocmlTag /\v\<\/?%(tool_response|tool_call|think|tools)\>/
syntax region ocmlHeader matchgroup=ocmlOpener start=/\v%(\<\|start_header_id\|\>|\<\|assistant\|\>|\<\|im_start\|\>|\<\|system\|\>|\<\|start\|\>|\<\|user\|\>)/ end=/\v\<\|%(message|end_header_id)\|\>|$/me=s-1 contains=ocmlToken,ocmlRole,ocmlHidden,ocmlShown,ocmlAttribute keepend
syntax keyword ocmlRole environment assistant developer ipython system tool user contained
syntax keyword ocmlShown final contained
syntax keyword ocmlHidden analysis commentary contained
syntax match ocmlAttribute /\v<%(content_type|call_id|intent|name|to)\=/me=e-1 contained

highlight default link ocmlToken Keyword
highlight default link ocmlOpener Keyword
highlight default link ocmlTag Special
highlight default link ocmlRole Type
highlight default link ocmlShown Function
highlight default link ocmlHidden Comment
highlight default link ocmlAttribute Identifier

let b:current_syntax = 'ocml'
