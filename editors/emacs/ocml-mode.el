;;; ocml-mode.el --- Language model transcripts  -*- lexical-binding: t; -*-
;; Written by scripts/generate/editors.mjs from the facts of the languages; do not edit.

;;; Commentary:
;; Colors OpenChatML, Harmony, ChatML and Llama 3.  With Eglot, `M-x eglot' starts the language server, which `npm install --global
;; openchatml' installs: problems, fixes, completion, hovers, rename.  `M-x ocml-preview' shows what users see in a browser.

;;; Code:

(defconst ocml-mode-keywords
  (list
   (cons (regexp-opt '("<|finetune_right_pad_id|>" "<|start_introspect|>" "<|function_output|>" "<|start_header_id|>" "<|end_introspect|>" "<|file_separator|>" "<|begin_of_text|>" "<|end_header_id|>" "<|function_call|>" "<|function_list|>" "<|start_reflect|>" "<|start_reason|>" "<|end_of_text|>" "<|end_reflect|>" "<|startoftext|>" "<|end_reason|>" "<|endliteral|>" "<|fim_middle|>" "<|fim_prefix|>" "<|fim_suffix|>" "<|introspect|>" "<|python_tag|>" "<|assistant|>" "<|constrain|>" "<|endoftext|>" "<|im_start|>" "<|channel|>" "<|literal|>" "<|message|>" "<|reflect|>" "<|eom_id|>" "<|eot_id|>" "<|im_end|>" "<|im_sep|>" "<|reason|>" "<|return|>" "<|system|>" "<|start|>" "<|call|>" "<|user|>" "<|end|>")) 'font-lock-keyword-face)
   (cons (concat "</?" (regexp-opt '("tool_response" "tool_call" "think" "tools")) ">") 'font-lock-builtin-face)
   (cons (concat "|>" (regexp-opt '("final")) "\\>") 'font-lock-function-name-face)
   (cons (concat "|>" (regexp-opt '("analysis" "commentary")) "\\>") 'font-lock-comment-face)
   (cons (concat "|>" (regexp-opt '("environment" "assistant" "developer" "ipython" "system" "tool" "user")) "\\>") 'font-lock-type-face)
   (cons (concat "\\<" (regexp-opt '("content_type" "call_id" "intent" "name" "to")) "=") 'font-lock-variable-name-face)))

;;;###autoload
(define-derived-mode ocml-mode text-mode "OpenChatML"
  "Major mode for transcripts of language models."
  ;; What the match of a token leaves is coloured by the next rules, which begin in it.
  (setq-local font-lock-defaults
              (list (mapcar (lambda (rule) (list (car rule) 0 (list 'quote (cdr rule)) 'append)) ocml-mode-keywords) t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:ocml\\|openchatml\\|chatml\\|harmony\\|llama3\\|phi3\\)\\'" . ocml-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(ocml-mode . ("ocml" "lsp"))))

(defun ocml-preview ()
  "Show what users see of the transcript, as last saved, in a browser."
  (interactive)
  (let ((page (make-temp-file "ocml-" nil ".html")))
    (unless (eq 0 (call-process "ocml" nil nil nil "render" "--as" "html" "--force" "-o" page "--" buffer-file-name))
      (user-error "ocml render could not show this file; `ocml check' says why"))
    (browse-url-of-file page)))

(provide 'ocml-mode)
;;; ocml-mode.el ends here
