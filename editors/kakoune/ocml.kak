# OpenChatML, Harmony, ChatML and Llama 3
# Written by scripts/generate/editors.mjs from the facts of the languages; do not edit.

hook global BufCreate .*\.(?:ocml|openchatml|chatml|harmony|llama3|phi3) %{ set-option buffer filetype ocml }

hook global WinSetOption filetype=ocml %{
    add-highlighter window/ocml ref ocml
    hook -once -always window WinSetOption filetype=.* %{ remove-highlighter window/ocml }
}

add-highlighter shared/ocml group
add-highlighter shared/ocml/attributes regex \b(content_type|call_id|intent|name|to)= 1:attribute
add-highlighter shared/ocml/roles regex (?<=\|>)(?:environment|assistant|developer|ipython|system|tool|user)\b 0:type
add-highlighter shared/ocml/shown regex (?<=\|>)(?:final)\b 0:function
add-highlighter shared/ocml/hidden regex (?<=\|>)(?:analysis|commentary)\b 0:comment
add-highlighter shared/ocml/tags regex </?(?:tool_response|tool_call|think|tools)> 0:meta
add-highlighter shared/ocml/tokens regex <\|finetune_right_pad_id\|>|<\|start_introspect\|>|<\|function_output\|>|<\|start_header_id\|>|<\|end_introspect\|>|<\|file_separator\|>|<\|begin_of_text\|>|<\|end_header_id\|>|<\|function_call\|>|<\|function_list\|>|<\|start_reflect\|>|<\|start_reason\|>|<\|end_of_text\|>|<\|end_reflect\|>|<\|startoftext\|>|<\|end_reason\|>|<\|endliteral\|>|<\|fim_middle\|>|<\|fim_prefix\|>|<\|fim_suffix\|>|<\|introspect\|>|<\|python_tag\|>|<\|assistant\|>|<\|constrain\|>|<\|endoftext\|>|<\|im_start\|>|<\|channel\|>|<\|literal\|>|<\|message\|>|<\|reflect\|>|<\|eom_id\|>|<\|eot_id\|>|<\|im_end\|>|<\|im_sep\|>|<\|reason\|>|<\|return\|>|<\|system\|>|<\|start\|>|<\|call\|>|<\|user\|>|<\|end\|> 0:keyword
